import classes from './chip.module.css'

export interface Choice<T extends string> {
  readonly value: T
  readonly label: string
  readonly count?: number | undefined
}

interface Props<T extends string> {
  readonly label: string
  readonly choices: readonly Choice<T>[]
  readonly value: T
  readonly onChange: (value: T) => void
}

/** A choice of a few options as chips in a row, 32 pixels high as in catalogues. */
export function ChoiceChips<T extends string>({ label, choices, value, onChange }: Props<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend
    <div className={classes.row} role="group" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          className={classes.choice}
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}{' '}
          {choice.count === undefined ? null : <span className={`${classes.count} tn`}>{choice.count}</span>}
        </button>
      ))}
    </div>
  )
}
