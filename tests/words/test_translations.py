"""Every sentence in every language: none missing, none unused, none with other fields."""

import re
from pathlib import Path

import pytest

from p2pqwirkle import words
from p2pqwirkle.words import LANGUAGES, SENTENCES, language_for, sentence, speak
from tests.words.translations import TRANSLATED, catalog, compiled, po_file

PACKAGE = Path(words.__file__).parent
SOURCES = "\n".join(
    path.read_text(encoding="utf-8")
    for path in sorted((*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.j2")))
    if path.name != "words.py"
)
BUILT = [
    re.compile(re.sub(r"\\\{[^}]*\\\}", "(.+)", re.escape(form)))
    for form in sorted(set(re.findall(r'f"([a-z]+\.[^" ]*\{[^" ]*)"', SOURCES)))
]
"""Keys that the program puts together: what is filled in stands in the sources by itself."""
FIELD = re.compile(r"\{(\w+)\}")
FAMILIAR = {
    "lv": re.compile(r"\b(tu|tev|tevi|tavs|tava|tavu|tavā|tavi|tavas|esi|vari)\b", re.IGNORECASE),
    "cs": re.compile(
        r"\b(tvůj|tvoje|tvá|tvé|tvou|tobě|tebe|jsi|zkus|použij|jmenuj|napiš|zadej|stiskni)\b"
        r"|\b(?![nv]áš\b)\w+[eíá]š\b",
        re.IGNORECASE,
    ),
}
"""Words that somebody says to one friend; the program speaks to people whom it does not know."""


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_is_translated_and_nothing_else_is(language: str) -> None:
    translated = {message.id: message.string for message in catalog(language) if message.id != ""}

    assert set(translated) == set(SENTENCES.values())
    assert [text for text, said in translated.items() if not said] == []
    assert [message.id for message in catalog(language) if message.fuzzy and message.id] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_fields_of_the_sentence(language: str) -> None:
    for message in catalog(language):
        if message.id:
            assert set(FIELD.findall(str(message.string))) == set(FIELD.findall(str(message.id)))


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_speaks_to_everybody_in_the_same_way(language: str) -> None:
    said = (str(message.string) for message in catalog(language) if message.id)

    assert [line for line in said if FAMILIAR[language].search(line)] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_translation_is_what_the_source_gives(language: str) -> None:
    assert po_file(language).with_suffix(".mo").read_bytes() == compiled(language)


def is_spoken(key: str) -> bool:
    if f'"{key}"' in SOURCES:
        return True
    fills = (form.fullmatch(key) for form in BUILT)
    return any(
        fill is not None and all(f'"{part}"' in SOURCES for part in fill.groups()) for fill in fills
    )


def test_no_sentence_is_unused() -> None:
    clauses = re.compile(r"[A-Z]\d+(\.\d+)?")

    unused = [key for key in SENTENCES if not clauses.fullmatch(key) and not is_spoken(key)]

    assert unused == []


def test_no_sentence_is_missing() -> None:
    spoken = set(re.findall(r'sentence\(\s*"([^"{]+)"', SOURCES))
    spoken |= set(re.findall(r'saying\(\s*"([^"{]+)"', SOURCES))

    assert spoken - set(SENTENCES) == set()


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        pytest.param({"LANG": "lv_LV.UTF-8"}, "lv", id="the locale"),
        pytest.param({"LANG": "lv_LV.UTF-8", "LC_ALL": "cs_CZ.UTF-8"}, "cs", id="LC_ALL first"),
        pytest.param({"LANG": "en_GB.UTF-8", "LANGUAGE": "de:cs:lv"}, "cs", id="a list"),
        pytest.param({"LC_ALL": "C", "LANGUAGE": "cs"}, "en", id="C is English"),
        pytest.param({"LANG": "de_DE.UTF-8"}, "en", id="one that we do not speak"),
        pytest.param({}, "en", id="nothing"),
    ],
)
def test_the_locale_chooses_the_language(environment: dict[str, str], language: str) -> None:
    assert language_for(environment) == language


def test_each_language_says_it_in_its_own_words() -> None:
    said = set()
    try:
        for language in LANGUAGES:
            speak(language)
            said.add(sentence("rules.tip"))
    finally:
        speak("en")

    assert len(said) == 3


@pytest.mark.parametrize("key", ["cli.resigned", "audit.left.resigned"])
def test_whoever_resigns_is_not_told_that_others_play_on(key: str) -> None:
    assert "others" not in SENTENCES[key]  # of two players, nobody does
