import { useTranslation } from 'react-i18next'
import type { DesignerPort } from '../designer-port.ts'
import { AutoSaveDialog } from '../dialogs/auto-save-dialog.tsx'
import { ChooseDialog } from '../dialogs/choose-dialog.tsx'
import { ImportFileDialog } from '../dialogs/import-file-dialog.tsx'
import { KeysDialog } from '../dialogs/keys-dialog.tsx'
import { useImport } from '../dialogs/use-import.ts'
import { UsesDialog } from '../dialogs/uses-dialog.tsx'
import { HistoryDialog } from '../history/history-dialog.tsx'
import type { AutoSave } from '../work/use-auto-save.ts'
import type { Saving } from '../work/use-saving.ts'

export type DialogName =
  | 'chooseForm'
  | 'importFile'
  | 'appendTemplate'
  | 'replaceByTemplate'
  | 'autoSave'
  | 'history'
  | 'uses'
  | 'keys'

interface Props {
  readonly name: DialogName | null
  readonly port: DesignerPort
  readonly autoSave: AutoSave
  readonly timeout: number
  readonly saving: Saving
  readonly onClose: () => void
}

/** The dialog of the designer that is open. */
export function DesignerDialogs({ name, port, autoSave, timeout, saving, onClose }: Props) {
  const { t } = useTranslation()
  const imports = useImport(port)
  switch (name) {
    case 'chooseForm':
      return (
        <ChooseDialog
          title={t('designer.choose.form')}
          label={t('designer.choose.formLabel')}
          list={port.listForms}
          onChoose={imports.importForm}
          onClose={onClose}
        />
      )
    case 'appendTemplate':
    case 'replaceByTemplate':
      return (
        <ChooseDialog
          title={t('designer.choose.template')}
          label={t('designer.choose.templateLabel')}
          // Whether the template is appended to the selected element or replaces the whole design.
          flag={{ name: 'replaceDesign', value: String(name === 'replaceByTemplate') }}
          hint={t(name === 'replaceByTemplate' ? 'designer.choose.replaces' : 'designer.choose.appends')}
          list={port.listTemplates}
          onChoose={(id) => imports.importTemplate(id, name === 'replaceByTemplate')}
          onClose={onClose}
        />
      )
    case 'autoSave':
      return <AutoSaveDialog autoSave={autoSave} timeout={timeout} onClose={onClose} />
    case 'history':
      return <HistoryDialog port={port} saving={saving} onClose={onClose} />
    case 'uses':
      return <UsesDialog list={port.listUses} onClose={onClose} />
    case 'keys':
      return <KeysDialog onClose={onClose} />
    case 'importFile':
      return <ImportFileDialog read={port.readFile} onImport={imports.importDesign} onClose={onClose} />
    default:
      return null
  }
}
