import type { decisionEditorTexts } from '@millrace/contract/decision-editor-texts'
import { useTranslation } from 'react-i18next'
import { KeysSheet } from '../../../components/design-page/keys-sheet.tsx'

type Action = keyof typeof decisionEditorTexts.decisionEditor.keys.actions

/** In the order of the sheet. */
const keys: Readonly<Record<Action, readonly string[]>> = {
  move: ['↑', '↓', '←', '→', 'Tab'],
  form: ['F2', 'Enter'],
  below: ['Enter', 'Shift Enter'],
  line: ['Alt Enter'],
  add: ['Ctrl Enter'],
  order: ['Alt ↑', 'Alt ↓'],
  duplicate: ['Ctrl D'],
  clear: ['Delete'],
  remove: ['Ctrl Delete'],
  undo: ['Ctrl Z'],
  redo: ['Ctrl Y'],
  save: ['Ctrl S'],
  show: ['?'],
}

/** The keyboard shortcuts of the decision editor. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <KeysSheet
      title={t('decisionEditor.keys.label')}
      keys={keys}
      describe={(action) => t(`decisionEditor.keys.actions.${action}`)}
      onClose={onClose}
    />
  )
}
