import { Kbd } from '@mantine/core'
import classes from './keys.module.css'

/** Keys as they are on the keyboard, one after another. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className={classes.keys}>
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  )
}
