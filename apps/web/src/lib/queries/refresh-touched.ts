import type { QueryClient } from '@tanstack/react-query'

/** What the menu and the category panel show. */
const menu: ReadonlySet<string> = new Set(['categories.menu', 'customViews.list'])

/** The specification's delay for these, in milliseconds: what changes the menu may have more to do after its answer. */
const delay = 1_000

/** Asks anew for what a call has made out of date: `tasks.assigned`, or all of a subject, `tasks`. */
export function refreshTouched(queryClient: QueryClient, names: readonly string[]): void {
  const touched = new Set(names)
  const refresh = (isOfMenu: boolean) =>
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [subject, name] }) =>
        (touched.has(String(subject)) || touched.has(`${subject}.${name}`)) &&
        menu.has(`${subject}.${name}`) === isOfMenu,
    })
  refresh(false)
  const subjects = new Set(names.map((name) => name.split('.')[0]))
  if ([...menu].some((name) => subjects.has(name.split('.')[0]))) setTimeout(() => refresh(true), delay)
}
