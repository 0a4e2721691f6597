// What no page may look like, whoever reads it (`ui-spec.md`). Each of these answers with what is wrong, by check.
(() => {
  const all = (of, within = document) => [...within.querySelectorAll(of)];
  const open = () => document.querySelector("dialog[open]") ?? document.body;
  const words = (one) => one.textContent.replace(/\s+/g, " ").trim();
  const shown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && one.getBoundingClientRect().width > 1 && getComputedStyle(one).clipPath === "none"
    && !one.closest(".said, .unseen-title, .skip");
  const told = (one) => {
    const name = one.id ? `#${one.id}` : one.getAttribute("class") ?? "";
    return `${one.localName} ${name} “${words(one).slice(0, 40)}”`;
  };
  const size = (one) => parseFloat(getComputedStyle(one).fontSize);
  const box = (one) => one.getBoundingClientRect();
  const signed = (one) => one.querySelector("svg.sign") || getComputedStyle(one, "::before").content !== "none";
  const says = (one) => words(one) || one.ariaLabel || one.title || one.hasAttribute("aria-labelledby");

  const drawn = "svg, .mark, .board, .tile, .kiosk-screen"; // these have sizes of their own
  const parts = "section, article, aside, ul, ol, dl, table, fieldset, form, .card, .table-frame, .fields";
  const content = "input, select, textarea, img, svg, canvas, button, [aria-live], [role=listbox], #lines";
  const aFile = /\.(pdf|csv|tsv|json|ndjson|zip|gcg|txt|tou|ics|png|xml)$/;
  const ofAKind = /\b(PDF|CSV|TSV|JSON|ZIP|GCG|TOU|TXT|XML|OpenAPI|text|picture)\b|\.\w{3,4}\b/i;
  const typed = "input:not([type=radio], [type=checkbox], [type=hidden], [type=range]), select, textarea";
  const pressed = ".button, button, select, input:not([type=hidden], [type=range]), textarea, summary";
  const joined = ".tabs, .segments, .menu-items, .rounds, .rows, .board, .keys, .bar, .areas, .tabs-row,"
    + " [role=listbox], .choice, .controls, .wall";

  // Two fields beside one another: their tops on one line, and their controls where both have help or neither.
  function unequal(one) {
    const next = one.nextElementSibling;
    if (!next?.matches(".field") || !shown(next)) return false;
    const [a, b] = [box(one), box(next)];
    if (b.left < a.right - 1 || b.top >= a.bottom || a.top >= b.bottom) return false;
    if (Math.abs(a.top - b.top) > 1) return true;
    if (one.matches("fieldset") || next.matches("fieldset")) return false;
    const [help, other] = [one, next].map((each) => Boolean(each.querySelector(".field-help, .field-wrong")));
    const [held, beside] = [one, next].map((each) => all(typed, each).find(shown));
    return help === other && held && beside && Math.abs(box(held).top - box(beside).top) > 1;
  }

  // How far a control stands below its label, its help, or what is wrong with it.
  function below(one) {
    const held = all(typed, one).find(shown);
    if (!held) return 0;
    const before = all("label, legend, .field-help, .field-wrong", one)
      .filter((each) => shown(each) && !each.contains(held) && each.compareDocumentPosition(held) & 4);
    return before.length ? box(held).top - Math.max(...before.map((each) => box(each).bottom)) : 0;
  }

  // Whether the heads of a table are out of sight where its middle is in it.
  function lost(one) {
    const before = scrollY;
    scrollTo({ top: before + box(one).top + box(one).height / 2, behavior: "instant" });
    const { top, bottom } = box(one.tHead.querySelector("th"));
    const bar = Math.max(0, box(document.querySelector(".frame") ?? one.tHead).bottom);
    scrollTo({ top: before, behavior: "instant" });
    return bottom < bar + 1 || top > innerHeight;
  }

  // At a window as wide as a desk.
  function look([steps, gallery]) {
    const page = document.querySelector("main") ?? document.body;
    const text = all("*", document.body).filter((one) => !one.closest(drawn) && shown(one)
      && [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()));
    const filled = all(".button.primary", open()).filter((one) => shown(one) && box(one).bottom > 0
      && box(one).top < innerHeight && !one.closest(".task.now"));
    const fields = all(".field", open()).filter(shown);
    const chips = all(".chip").filter(shown);
    const never = { // what a page never has, though the gallery of components may
      filled: filled.length > 1 ? filled : [],
      cards: all(".card .card").filter(shown),
      empty: all(parts, page).filter((one) => shown(one) && box(one).height > 1 && !words(one)
        && !one.matches(content) && !one.querySelector(content)),
      disabled: all("button:disabled, [aria-disabled=true]", open()).filter(shown)
        .filter((one) => !one.closest(".controls, .keys, .acts, #commit")), // where steps end, or it says itself what is missing
      strips: all(".rounds").filter((one) => shown(one)
        && (all(".rounds").filter(shown).length > 1 || all("[aria-current]", one).length > 1)),
      "empty states": all(".empty").filter((one) => shown(one) && all("a.button, button", one).length > 1),
      notices: all(".notice").filter((one) => shown(one) && all("a, button", one).length > 1),
    };
    return {
      headings: all("h1").filter((one) => one.checkVisibility()).length === 1 ? [] : [document.body],
      title: /^\s*(Tilescribe)?\s*$/.test(document.title) ? [document.body] : [],
      current: all("nav.tabs").filter((one) => all("[aria-current]", one).length !== 1),
      acts: all(".page-acts").filter((one) => all(":scope > :is(.button, details)", one).filter(shown).length > 3
        || all(":scope > .button", one).filter(shown).length > 2),
      small: text.filter((one) => size(one) < 11.99),
      steps: text.filter((one) => steps.length && !steps.some((px) => Math.abs(px - size(one)) < 0.3)),
      chips: chips.filter((one) => !words(one) || !signed(one) || Math.abs(box(one).height - 22) > 1),
      signs: all("svg.sign").filter(shown).filter((one) => !one.ariaLabel && !one.querySelector("title")
        && !says(one.closest("a, button, summary, tr, li, p, [aria-label]") ?? one.parentElement))
        .map((one) => one.parentElement),
      downloads: all("a[href]").filter((one) => one.checkVisibility() || one.closest(".menu-items"))
        .filter((one) => one.hasAttribute("download") || aFile.test(one.getAttribute("href").split("?")[0]))
        .filter((one) => !ofAKind.test(one.ariaLabel ?? words(one))),
      rows: fields.filter(unequal),
      far: fields.filter((one) => !one.matches(".pair > *") && below(one) > 16), // a pair has equal room for help
      // In prose a row of four cells is a few lines, and reads without its heads.
      heads: all("table").filter((one) => shown(one) && one.tHead && box(one).height > innerHeight)
        .filter((one) => !one.matches(".wide, .prose-text table:has(th:nth-child(4))") && lost(one)),
      segments: all(".segments").filter((one) => shown(one) && (![2, 3, 4].includes(all("a, button, label", one).length)
        || all("[aria-current], [aria-pressed=true], :checked", one).length !== 1)),
      "low rows": all("table.table > tbody > tr, .row").filter((one) => shown(one) && box(one).height < 43.9),
      ...(gallery ? {} : never),
    };
  }

  // Two that are pressed with less than 8 px between them.
  function near() {
    const held = (one) => one.matches("[type=checkbox], [type=radio]") ? one.closest("label") ?? one : one;
    const those = [...new Set(all(pressed, open()).filter(shown).filter((one) => !one.closest(joined)).map(held))];
    return those.flatMap((one, nth) => those.slice(nth + 1).filter((other) => {
      if (one.contains(other) || other.contains(one)) return false;
      if ([one, other].some((each) => each.closest(".submit-bar, .sticky"))) return false; // it lies over the page
      if (!one.closest(".peek") !== !other.closest(".peek")) return false; // so does the sheet of the desk
      const [a, b] = [box(one), box(other)];
      const across = Math.max(a.left, b.left) - Math.min(a.right, b.right);
      return Math.max(across, Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom)) < 7.5;
    }).map((other) => [one, other]));
  }

  // By a finger, at any size.
  function byFinger([phone, close]) {
    const cut = (one) => {
      const { overflowX, textOverflow, webkitLineClamp: clamped } = getComputedStyle(one);
      return /hidden|clip/.test(overflowX)
        && ((textOverflow === "ellipsis" && one.scrollWidth > one.clientWidth + 1)
          || (clamped !== "none" && one.scrollHeight > one.clientHeight + 2));
    };
    const [heading] = all("main h1").filter(shown);
    return {
      back: all(".back").filter(() => phone && heading && !document.querySelector(".problems")).filter((one) => {
        const ways = all("a", one).filter(shown);
        return ways.length !== 1 || box(ways[0]).height < 43.9 || box(ways[0]).bottom > box(heading).top;
      }),
      fields: phone ? all(typed, open()).filter((one) => shown(one) && size(one) < 15.99) : [],
      near: close ? [] : near(),
      shortened: all("*", open()).filter((one) => shown(one) && words(one) && one.clientWidth > 4 && cut(one))
        .filter((one) => !one.closest("[title], .crumbs") && !one.querySelector("[title]")), // the heading says it whole
      long: document.documentElement.scrollHeight > 15000 ? [document.body] : [],
    };
  }

  // Where the heading of a page with the frame stands, how wide the page is, and whether it has all of it.
  function heading() {
    const [h1] = all("main h1").filter((one) => one.checkVisibility());
    if (!h1 || h1.matches(".unseen-title, .kiosk-screen *") || !document.querySelector(".frame")) return null;
    if (document.querySelector(".problems")) return null; // which stands before anything else
    const { x, y } = box(h1);
    return [x, y, document.documentElement.clientWidth, Boolean(h1.closest(".full"))];
  }

  const inWords = (found) => Object.fromEntries(Object.entries(found).filter(([, those]) => those.length)
    .map(([check, those]) => [check, those.map((each) => [each].flat().map(told).join(" | "))]));
  return { heading, look: (given) => inWords(look(given)), byFinger: (given) => inWords(byFinger(given)) };
})()
