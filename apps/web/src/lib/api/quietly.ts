let isQuiet = false

/** What is sent while it runs, before it waits for anything, is no sign that somebody is there. */
export function quietly(work: () => void): void {
  isQuiet = true
  try {
    work()
  } finally {
    isQuiet = false
  }
}

/** Whether what is sent now was asked for by nobody. */
export function isQuietNow(): boolean {
  return isQuiet
}
