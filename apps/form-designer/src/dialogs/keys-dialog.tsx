import type { designerTexts } from '@millrace/contract/designer-texts'
import { useTranslation } from 'react-i18next'
import { KeysSheet } from '../../../web/src/components/design-page/keys-sheet.tsx'

type Action = keyof typeof designerTexts.designer.keys.actions

/** In the order of the sheet. */
const keys: Readonly<Record<Action, readonly string[]>> = {
  search: ['/'],
  choose: ['↑', '↓'],
  mark: ['Shift ↑', 'Shift ↓'],
  move: ['Alt ↑', 'Alt ↓'],
  level: ['Alt →', 'Alt ←'],
  rename: ['F2'],
  copy: ['Ctrl C', 'Ctrl X', 'Ctrl V'],
  duplicate: ['Ctrl D'],
  remove: ['Delete'],
  around: ['Esc'],
  undo: ['Ctrl Z'],
  redo: ['Ctrl Y'],
  save: ['Ctrl S'],
  show: ['?'],
}

/** The keyboard shortcuts of the form designer. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <KeysSheet
      title={t('designer.keys.label')}
      keys={keys}
      describe={(action) => t(`designer.keys.actions.${action}`)}
      onClose={onClose}
    />
  )
}
