import { Modal } from '@mantine/core'
import type { modellerTexts } from '@millrace/contract/modeller-texts'
import { useTranslation } from 'react-i18next'
import { Keys } from '../../../components/keys/keys.tsx'
import classes from './keys-dialog.module.css'

type Deed = keyof typeof modellerTexts.modeller.keys.deeds

/** In the order of the sheet. */
const keys: Readonly<Record<Deed, readonly string[]>> = {
  place: ['Tab', 'Enter'],
  append: ['A'],
  change: ['R'],
  name: ['E'],
  undo: ['Ctrl Z'],
  redo: ['Ctrl Y'],
  copy: ['Ctrl C', 'Ctrl X', 'Ctrl V'],
  remove: ['Delete'],
  all: ['Ctrl A'],
  find: ['Ctrl F'],
  move: ['←', '↑', '→', '↓'],
  look: ['Ctrl ←', 'Ctrl ↑', 'Ctrl →', 'Ctrl ↓'],
  zoom: ['Ctrl +', 'Ctrl −', 'Ctrl 0'],
  tools: ['H', 'L', 'S', 'C'],
  save: ['Ctrl S'],
  show: ['?'],
}

/** What the keys do in the modeller. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={onClose} title={t('modeller.keys.label')} size={460}>
      <dl className={classes.keys}>
        {(Object.keys(keys) as Deed[]).map((deed) => (
          <div key={deed}>
            <dt>{t(`modeller.keys.deeds.${deed}`)}</dt>
            <dd>
              <Keys keys={keys[deed]} />
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
