// What stands where a page says whether it is live. Apart from the stream: a tablet that writes has the stream, and
// words of its own.

import { say } from "../frame/say.js";

export const SIGNS = { live: say("public.live-now"), waiting: say("public.reconnecting"), off: say("public.reload-for-news") };
