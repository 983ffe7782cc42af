import type { KnownThing } from '../../problems/known-things.ts'
import classes from '../panel.module.css'

/** A user or a group in a list of options: the name, and the key if it differs. */
export function PersonOption({ found, of }: { found: readonly KnownThing[]; of: string }) {
  const name = found.find(({ key }) => key === of)?.name ?? of
  return (
    <span className={classes.option}>
      {name}
      {name === of ? null : <code>{of}</code>}
    </span>
  )
}

/** Returns all options unfiltered, because the server has filtered them already. */
export function offerAll({ options }: { options: unknown[] }) {
  return options as never
}
