import { use } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataListChoices } from '../../designer-port.ts'
import { useNode } from '../../store/use-designer.ts'
import { DataListsContext } from '../../work/data-lists-context.ts'
import { useLoad } from '../../work/use-load.ts'
import type { EditorProps } from '../editor-props.ts'
import { AdapterColumnEditor } from './adapter-editor.tsx'
import { NamedChoice } from './named-choice.tsx'
import { CodeEditor } from './text-editor.tsx'

/** Chooses the data list of a field. A deleted list remains selected and can be saved, with a note. */
export function DataListEditor(props: EditorProps) {
  const { t } = useTranslation()
  const { data, error } = useLoad(use(DataListsContext))
  const value = toText(props.value)
  const items = data?.items ?? []
  const found = items.find(({ key }) => key === value)
  // Nobody knows what else there is: then it is typed, as in a file.
  if (error !== null || (data?.isMore === true && value !== '' && found === undefined)) return <CodeEditor {...props} />
  const warning =
    data === null || value === ''
      ? ''
      : found === undefined
        ? t('designer.panel.listGone', { key: value })
        : found.isDisabled
          ? t('designer.panel.listDisabled', { name: found.name })
          : ''
  const offered = items.filter(({ isDisabled, key }) => !isDisabled || key === value)
  const none = offered.length === 0 && data !== null ? t('designer.panel.noLists') : t('designer.panel.chooseList')
  return (
    <NamedChoice
      {...props}
      warning={[props.warning, warning].filter(Boolean).join(' ')}
      none={none}
      choices={offered.map(({ key, name }) => ({ value: key, label: name }))}
    />
  )
}

/** Chooses a column of the data list or adapter of the field. */
export function DataColumnEditor(props: EditorProps) {
  const node = useNode(props.node)
  return node?.type === 'data-list' ? <ListColumnEditor {...props} /> : <AdapterColumnEditor {...props} />
}

function ListColumnEditor(props: EditorProps) {
  const { t } = useTranslation()
  const { data, error } = useLoad(use(DataListsContext))
  const list = findList(data, toText(useNode(props.node)?.props.list))
  const value = toText(props.value)
  if (error !== null || (list === null && data !== null && value !== '')) return <CodeEditor {...props} />
  const columns = list?.columns ?? []
  const isGone = list !== null && value !== '' && !columns.some(({ key }) => key === value)
  const warning = isGone ? t('designer.panel.columnGone', { key: value, list: list.name }) : ''
  return (
    <NamedChoice
      {...props}
      warning={[props.warning, warning].filter(Boolean).join(' ')}
      none={
        props.name === 'valueColumn' || props.name === 'labelColumn'
          ? t('designer.panel.usual')
          : t('designer.panel.noField')
      }
      choices={columns.map(({ key, name }) => ({ value: key, label: name }))}
    />
  )
}

function findList(data: DataListChoices | null, key: string) {
  return data?.items.find((list) => list.key === key) ?? null
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
