import { Modal } from '@mantine/core'
import { Keys } from '../keys/keys.tsx'
import classes from './keys-sheet.module.css'

interface Props<Deed extends string> {
  readonly title: string
  /** In the order of the sheet. */
  readonly keys: Readonly<Record<Deed, readonly string[]>>
  readonly describe: (deed: Deed) => string
  readonly onClose: () => void
}

/** A sheet of keyboard shortcuts for pages that fill the window, such as designers. */
export function KeysSheet<Deed extends string>({ title, keys, describe, onClose }: Props<Deed>) {
  return (
    <Modal opened onClose={onClose} title={title} size={460}>
      <dl className={classes.keys}>
        {(Object.keys(keys) as Deed[]).map((deed) => (
          <div key={deed}>
            <dt>{describe(deed)}</dt>
            <dd>
              <Keys keys={keys[deed]} />
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
