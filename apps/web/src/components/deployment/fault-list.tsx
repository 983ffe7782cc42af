import classes from './deployment.module.css'

interface Fault {
  /** The part, and the step of it: `order.bpmn#pay`. */
  readonly where: string
  readonly message: string
}

/** The errors that prevent a deployment of parts of an application, and the warnings. */
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
