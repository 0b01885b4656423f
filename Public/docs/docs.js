// Completes the code of the docs.

import { addCopying } from "../web/clipboard.js";

addCopying();
