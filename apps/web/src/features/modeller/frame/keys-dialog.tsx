import type { modellerTexts } from '@millrace/contract/modeller-texts'
import { useTranslation } from 'react-i18next'
import { KeysSheet } from '../../../components/design-page/keys-sheet.tsx'

type Action = keyof typeof modellerTexts.modeller.keys.actions

/** In the order of the sheet. */
const keys: Readonly<Record<Action, readonly string[]>> = {
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

/** The dialog with the keyboard shortcuts of the modeller. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <KeysSheet
      title={t('modeller.keys.label')}
      keys={keys}
      describe={(action) => t(`modeller.keys.actions.${action}`)}
      onClose={onClose}
    />
  )
}
