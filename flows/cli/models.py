"""`glossator models`: whether the configured endpoint can read, in plain words."""

import os
import uuid
from typing import Annotated

import typer

from flows.cli.environment import settings
from flows.cli.output import print_json
from flows.cli.reading_options import ProfileOption

app = typer.Typer(no_args_is_help=True)
JsonOption = Annotated[bool, typer.Option("--json", help="JSON and nothing else on stdout.")]


@app.callback()
def models() -> None:
    """The model that reads."""


@app.command()
def check(profile: ProfileOption = "standard", as_json: JsonOption = False) -> None:
    """Try the configured endpoint with one small reading and say what works. It costs about 1,500 tokens."""
    from flows.layers import layered, with_endpoint
    from pipeline.llm.prices import is_local, price_of
    from pipeline.readers.llm.trial import Finding, about_endpoint, try_reading
    from pipeline.readers.model_side import ModelSide, endpoint_name
    from schemas.errors import SettingInvalid
    from schemas.spending import Caps

    configured = settings()
    configured = with_endpoint(configured, layered({}, os.environ, configured, profile))
    if not configured.model.configured:
        raise SettingInvalid("No model is configured.", "Set OPENAI_API_KEY or OPENAI_BASE_URL, and GLOSSATOR_MODEL.")
    address, model = endpoint_name(configured), configured.model.model
    caps = Caps(run=configured.model.run, day=configured.model.day)
    side = ModelSide(configured, uuid.uuid4().hex, caps, lambda: None)
    key = "a key is set" if configured.model.api_key is not None else "no key is set"
    found = [Finding(True, f"{model} at {address}, {key}.")]
    try:
        side.ask_again()  # who asks now wants to know how it is now
        found += try_reading(side.client, model)
        found += about_endpoint(side.known())
    finally:
        side.close()
    price = price_of(configured.model)
    if price is None:
        found.append(Finding(False, "Price: unknown; name a price file in GLOSSATOR_PRICES, or cap tokens."))
    elif not is_local(address):
        found.append(Finding(True, f"Price: ${price.input:g} a million prompt tokens, ${price.output:g} of answers."))
    if as_json:
        print_json([{"good": one.good, "said": one.said} for one in found])
    else:
        for one in found:
            typer.echo(f"{'ok ' if one.good else 'NO '} {one.said}")
    raise typer.Exit(0 if all(one.good for one in found[:2]) else 1)
