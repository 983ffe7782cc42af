import type { Query, QueryClient } from '@tanstack/react-query'
import { quietly } from '../api/quietly.ts'

/** The calls with the data of the menu and the category panel. */
const menu = ['categories.menu', 'customViews.list']

/** The calls that make the menu outdated. */
const ofMenu = /^(categories|customViews)\b/

/** Who changes a custom view sees it in the menu at once: its call has nothing more to do after its answer. */
const atOnce = 'customViews.list'

/** The specification's delay for these, in milliseconds: what changes the menu may have more to do after its answer. */
const delay = 1_000

/** Refetches the answers that a call has made out of date: `tasks.assigned`, or all of a subject, `tasks`. */
export function refreshTouched(queryClient: QueryClient, names: readonly string[]): void {
  const refresh = (isOfMenu: boolean) => {
    const predicate = ({ queryKey: [subject, name] }: Query) =>
      names.some((one) => one === subject || one === `${subject}.${name}`) &&
      menu.includes(`${subject}.${name}`) === isOfMenu
    // What is under way may be from before. The library gives it up and asks again, but not where it is the first answer.
    for (const query of queryClient.getQueryCache().findAll({ predicate, type: 'active' }))
      if (query.state.data === undefined) void query.cancel({ silent: true })
    void queryClient.invalidateQueries({ predicate })
  }
  refresh(false)
  if (names.includes(atOnce)) quietly(() => refresh(true))
  else if (names.some((name) => ofMenu.test(name))) setTimeout(() => quietly(() => refresh(true)), delay)
}
