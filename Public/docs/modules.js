/** The modules whose references are served. `script/docs` replaces this file. @type {string[]} */
export const modules = [];
