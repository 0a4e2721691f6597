"""check.html opened from the disk without a network, and what it says of what it is shown."""

from __future__ import annotations

import json
from pathlib import Path

from ledger.proof.signed_paper import CHECK_PAGE
from tests.web.waiting import until

VECTORS = json.loads(
    (Path(__file__).parents[1] / "proof" / "signed_papers.json").read_text("utf-8")
)
GOOD = {one["name"]: one for one in VECTORS["good"]}
FINGERPRINT = VECTORS["fingerprint"]

ASK = """async (texts) => {
  const at = (id) => document.getElementById(id);
  const [verdict, form, field] = [at("verdict"), at("typed"), at("text")];
  const said = [];
  for (const text of texts) {
    verdict.dataset.verdict = "";
    field.value = text;
    form.requestSubmit();
    while (!verdict.dataset.verdict) await new Promise((soon) => setTimeout(soon));
    said.push(verdict.dataset.verdict);
  }
  return said;
}"""
"""What each text is said to be, one after the other: run inside the page, in any engine."""

WITHOUT_CIPHERS = """
  Object.defineProperty(crypto, "subtle", { value: undefined });
  delete globalThis.DecompressionStream;
"""
"""As a browser is that opens a file at an address which it trusts less: nothing of its own."""


class Checker:
    """The page, in a context that reaches nothing.

    Attributes:
      complaints: what the console and the page said, and whatever the page asked for elsewhere.
    """

    def __init__(self, browser, script="", file=CHECK_PAGE, **context):
        self.context = browser.new_context(locale="en-GB", **context)
        self.context.set_offline(True)
        if script:
            self.context.add_init_script(script)
        self.page = self.context.new_page()
        self.complaints = []
        self.page.on("console", lambda said: self.complaints.append(said.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda asked: self.complaints.append(asked.url))
        self.page.goto(file.as_uri())
        self.complaints.remove(file.as_uri())

    def __enter__(self):
        return self

    def __exit__(self, *why):
        self.context.close()

    def type_fingerprint(self, text=FINGERPRINT):
        self.page.fill("#fingerprint", text)
        until(self.page, "!document.getElementById('verdict').ariaBusy")
        return self.page.inner_text("#fingerprint-state")

    def trusts(self, address=GOOD["round sheet"]["address"], fingerprint=FINGERPRINT):
        """The fingerprint is typed, and a round sheet shown: its key counts from here on."""
        self.type_fingerprint(fingerprint)
        assert self.of(address) == "good"
        return self

    def of(self, text):
        return self.each([text])[0]

    def each(self, texts):
        return self.page.evaluate(ASK, list(texts))

    def of_file(self, content, name, kind):
        self.page.evaluate("document.getElementById('verdict').dataset.verdict = ''")
        file = {"name": name, "mimeType": kind, "buffer": content}
        self.page.set_input_files("#file", files=[file])
        until(self.page, "document.getElementById('verdict').dataset.verdict")
        return self.page.get_attribute("#verdict", "data-verdict")

    def of_photo(self, jpeg):
        return self.of_file(jpeg, "slip.jpg", "image/jpeg")

    def of_proof(self, content):
        return self.of_file(content, "game.proof.json", "application/json")

    @property
    def words(self):
        return self.page.inner_text("#verdict")
