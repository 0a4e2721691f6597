// How each request is asked for. The forms of a book are its catalogue: fetched once, kept on this
// tablet, named by its digest. A state says which of them a request has, and what is otherwise in it.

import { say } from "../../frame/say.js";

const KEPT = 4; // catalogues: of the books whose games this tablet keeps
const PATIENCE = 8000;

export class Forms {
  constructor({ game, entries, panel }) {
    Object.assign(this, { game, entries, panel });
    this.kept = []; // { digest, forms }, the latest first
    this.asking = null;
  }

  // What this tablet has kept; for a start without a network.
  async recall() {
    this.kept = (await this.game.store.get("meta", "forms").catch(() => null)) ?? [];
  }

  get catalogue() {
    const { catalogue: digest } = this.game.state;
    return this.kept.find((one) => one.digest === digest)?.forms;
  }

  // Fetches the catalogue that the state names, unless it is here or on its way.
  meet() {
    if (this.catalogue || !this.game.state.catalogue) return null;
    this.asking ??= this.ask().catch(() => {}).finally(() => {
      this.asking = null;
    });
    return this.asking;
  }

  async ask() {
    const { state, store } = this.game;
    const response = await fetch(`/api/games/${state.game.id}/forms.json`, {
      headers: { Accept: "application/json" }, signal: AbortSignal.timeout(PATIENCE),
    });
    if (!response.ok) return;
    const found = await response.json();
    this.kept = [found, ...this.kept.filter(({ digest }) => digest !== found.digest)].slice(0, KEPT);
    await store.put("meta", this.kept, "forms").catch(() => {});
    // Another release of the server gave the state: the next one names what is here now.
    if (!this.catalogue) this.entries.reload();
  }

  // The form of a request as `told` in a state; undefined while its catalogue is not here.
  of(ask, told) {
    if (!told || told.fields) return told;
    const form = this.catalogue?.[ask]?.[told.at ?? 0];
    if (!form || !told.changes) return form;
    return { ...form, fields: form.fields.map((spec) => ({ ...spec, ...told.changes[spec.name] })) };
  }

  // The same, once the catalogue is here; where it can't be had, that is said and null is given.
  async get(ask, told) {
    if (told && !this.of(ask, told)) await this.meet();
    const form = this.of(ask, told);
    if (form || !told) return form ?? NOTHING_ASKED;
    await this.panel.tell(say("entry.not-on-tablet-yet"), [
      say("entry.how-asked-for-has-not-arrived"),
      say("entry.turns-still-kept-here-when-network"),
    ]);
    return null;
  }
}

const NOTHING_ASKED = { fields: [], roles: [] };
