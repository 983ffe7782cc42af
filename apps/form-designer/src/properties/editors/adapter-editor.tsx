import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { useNode } from '../../store/use-designer.ts'
import { AdaptersContext } from '../../work/adapters-context.ts'
import { useLoad } from '../../work/use-load.ts'
import type { EditorProps } from '../editor-props.ts'
import { NamedChoice } from './named-choice.tsx'
import { PairsEditor } from './pairs-editor.tsx'
import { CodeEditor } from './text-editor.tsx'

/**
 * Chooses the adapter of a field, of the kind that the field needs. A deleted adapter remains selected and can be
 * saved, with a note.
 */
export function AdapterEditor(props: EditorProps) {
  const { t } = useTranslation()
  const { data, error } = useLoad(use(AdaptersContext))
  const kind = kindOf(useNode(props.node)?.type)
  // Nobody knows what there is: then it is typed, as in a file.
  if (error !== null) return <CodeEditor {...props} />
  const value = toText(props.value)
  const offered = (data ?? []).filter((one) => one.kind === kind)
  const isGone = data !== null && value !== '' && !offered.some(({ key }) => key === value)
  const warning = isGone ? t('designer.panel.adapterGone', { key: value }) : ''
  return (
    <NamedChoice
      {...props}
      warning={[props.warning, warning].filter(Boolean).join(' ')}
      none={t(offered.length === 0 && data !== null ? 'designer.panel.noAdapters' : 'designer.panel.chooseAdapter')}
      choices={offered.map(({ key, name, system }) => ({ value: key, label: `${name} (${system})` }))}
    />
  )
}

function kindOf(type: string | undefined) {
  return type === 'sql-look-up' ? 'sql' : type === 'file-look-up' ? 'file' : 'rest'
}

/** Chooses a column of the adapter of the field. If the columns are unknown, it is a text input. */
export function AdapterColumnEditor(props: EditorProps) {
  const { t } = useTranslation()
  const columns = useAdapter(props.node)?.columns ?? []
  if (columns.length === 0) return <CodeEditor {...props} />
  const value = toText(props.value)
  return (
    <NamedChoice
      {...props}
      warning={
        value === '' || columns.includes(value)
          ? props.warning
          : [props.warning, t('designer.panel.adapterColumnGone', { key: value })].filter(Boolean).join(' ')
      }
      none={t('designer.panel.usual')}
      choices={columns.map((column) => ({ value: column, label: column }))}
    />
  )
}

/**
 * Edits pairs of a parameter of the adapter and the field with its value, or of a column and the field that it fills.
 */
export function AdapterPairsEditor(props: EditorProps) {
  const adapter = useAdapter(props.node)
  const of = props.name === 'parameters' ? 'parameters' : 'columns'
  // What is not complete yet belongs to this field alone.
  return <PairsEditor key={props.node} {...props} of={of} names={adapter?.[of] ?? []} />
}

function useAdapter(node: string) {
  const { data } = useLoad(use(AdaptersContext))
  const key = toText(useNode(node)?.props.adapter)
  return data?.find((one) => one.key === key) ?? null
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
