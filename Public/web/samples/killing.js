// Whether visitors of the first page can kill the server. The samples replace this file if the operator allows it.

export const canKillServer = false;
