import classes from './applications.module.css'

interface Fault {
  /** The part, and the step of it: `order.bpmn#pay`. */
  readonly where: string
  readonly message: string
}

/** What keeps parts of an application from being deployed, or will be missing. */
export function FaultList({ faults }: { faults: readonly Fault[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <ul className={classes.faults} tabIndex={0}>
      {faults.map(({ where, message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
        <li key={index}>
          <strong>{where}</strong>: {message}
        </li>
      ))}
    </ul>
  )
}
