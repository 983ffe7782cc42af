import { Modal } from '@mantine/core'
import { Keys } from '../keys/keys.tsx'
import classes from './keys-sheet.module.css'

interface Props {
  readonly title: string
  /** What each does and its keys, in the order of the sheet. */
  readonly rows: readonly (readonly [deed: string, keys: readonly string[]])[]
  readonly onClose: () => void
}

/** What the keys do where a page has all of the window, as designers have. */
export function KeysSheet({ title, rows, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title={title} size={460}>
      <dl className={classes.keys}>
        {rows.map(([deed, keys]) => (
          <div key={deed}>
            <dt>{deed}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
