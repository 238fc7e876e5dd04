# Reads answers with the models of the package `client`, whoever generated it, and prints them as the models write them again.
# Also imports all of the package.
import importlib
import json
import pkgutil
import sys

import client

for module in pkgutil.walk_packages(getattr(client, "__path__", []), "client."):
    importlib.import_module(module.name)
models = importlib.import_module("client.models") if hasattr(client, "__path__") else client


def plain(value):
    """Some generators give objects in place of the values of a union."""
    return json.loads(json.dumps(value, default=lambda part: part.to_dict()))


def read(name, answer):
    # openapi-python-client names no union: it reads each alternative.
    model = getattr(models, name, None) or getattr(models, event_named(answer["type"]))
    if hasattr(model, "model_validate_json") and not hasattr(model, "from_json"):
        return json.loads(model.model_validate_json(json.dumps(answer)).model_dump_json())
    if hasattr(model, "from_json"):
        return json.loads(model.from_json(json.dumps(answer)).to_json())
    return plain(model.from_dict(answer).to_dict())


def event_named(kind):
    return "".join(word.capitalize() for word in kind.split("-")) + "Event"


print(json.dumps([read(name, answer) for name, answer in json.loads(sys.argv[1])]))
