import classes from './users.module.css'

/** The first two of several names as tags, and the number of the others; a tooltip has all names. */
export function Names({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  const more = names.length - shown
  return (
    <span className={classes.names} title={names.join(', ')}>
      {names.slice(0, shown).map((name) => (
        <span key={name} className={classes.tag}>
          {name}
        </span>
      ))}
      {more > 0 ? <span className={classes.more}>+{more}</span> : null}
    </span>
  )
}

const shown = 2
