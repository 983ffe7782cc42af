import { Modal } from '@mantine/core'
import { Keys } from '../keys/keys.tsx'
import classes from './keys-sheet.module.css'

interface Props<Action extends string> {
  readonly title: string
  /** The keys by action, in the order of the list. */
  readonly keys: Readonly<Record<Action, readonly string[]>>
  readonly describe: (action: Action) => string
  readonly onClose: () => void
}

/** A sheet of keyboard shortcuts for pages that fill the window, such as designers. */
export function KeysSheet<Action extends string>({ title, keys, describe, onClose }: Props<Action>) {
  return (
    <Modal opened onClose={onClose} title={title} size={460}>
      <dl className={classes.keys}>
        {(Object.keys(keys) as Action[]).map((action) => (
          <div key={action}>
            <dt>{describe(action)}</dt>
            <dd>
              <Keys keys={keys[action]} />
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
