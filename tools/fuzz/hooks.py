"""How Schemathesis has to read our documents. Loaded by it: SCHEMATHESIS_HOOKS names this file."""

import json

import schemathesis


@schemathesis.hook
def before_load_schema(context, raw_schema):
    _read_alike(raw_schema)


@schemathesis.deserializer("application/x-ndjson")
def lines(context, response):
    """A stream as the list of its lines; one that broke off lacks its last line feed, and is refused here."""
    text = response.content.decode("utf-8")
    if text and not text.endswith("\n"):
        raise ValueError("the last line is not whole")
    return [json.loads(line) for line in text.split("\n")[:-1]]


def _read_alike(node):
    """Changes in place what it reads otherwise than JSON Schema 2020-12 and we do."""
    if isinstance(node, list):
        for item in node:
            _read_alike(item)
    elif isinstance(node, dict):
        for value in node.values():
            _read_alike(value)
        _loosen_tuple(node)
        _expect_lines(node)


def _loosen_tuple(node):
    """
    It rewrites `prefixItems` to what the dialect calls `items` and then refuses it by the dialect. Length and types are
    kept here, the order of types is not: our own tests compare that.
    """
    if "prefixItems" in node:
        node["items"] = {"anyOf": node.pop("prefixItems")}


def _expect_lines(node):
    """Documents say of a stream what one line is: there is no other way in OpenAPI 3.1."""
    stream = node.get("application/x-ndjson")
    if isinstance(stream, dict) and "schema" in stream:
        stream["schema"] = {"type": "array", "items": stream["schema"]}
