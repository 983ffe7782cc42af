import type { NodeType } from '@millrace/forms'
import { type DocumentComparison, isNodeType, type NodeChange, type PropertyChange } from '@millrace/forms/design'
import { useTranslation } from 'react-i18next'
import view from '../frame/view.module.css'
import { toWords } from '../model/describe-node.ts'
import { nameProperty, nameType } from '../model/names.ts'

interface Props {
  readonly comparison: DocumentComparison
  /** The version before; null where it is the one that was saved last. */
  readonly version: number | null
}

/** The differences between two designs, node by node. */
export function Comparison({ comparison: { form, nodes }, version }: Props) {
  const { t } = useTranslation()
  const title = version === null ? t('designer.history.unsavedTitle') : t('designer.history.comparison', { version })
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {nodes.length === 0 && form.length === 0 ? <p className={view.note}>{t('designer.history.same')}</p> : null}
      <ul className={view.list}>
        {form.length === 0 ? null : (
          <li className={view.note}>
            <strong>{t('designer.settings.title')}</strong>
            <Properties changes={form} />
          </li>
        )}
        {nodes.map((change) => (
          <li key={`${change.kind} ${change.id}`} className={view.note}>
            <strong>{describe(change)}</strong> {presentType(change.type)} “{change.name}”
            <Properties changes={change.properties} />
          </li>
        ))}
      </ul>
    </section>
  )

  function describe({ kind, isMoved, properties }: NodeChange): string {
    if (kind !== 'changed') return t(`designer.history.kinds.${kind}`)
    if (!isMoved) return t('designer.history.kinds.changed')
    return t(properties.length === 0 ? 'designer.history.kinds.moved' : 'designer.history.kinds.movedAndChanged')
  }
}

function Properties({ changes }: { changes: readonly PropertyChange[] }) {
  const { t } = useTranslation()
  const present = (value: unknown) => {
    if (value === undefined || value === null) return t('designer.history.nothing')
    return typeof value === 'string' ? `“${value}”` : JSON.stringify(value)
  }
  return changes.length === 0 ? null : (
    <ul>
      {changes.map(({ name, before, after }) => (
        <li key={name}>
          {presentName(name)}: {present(before)} → {present(after)}
        </li>
      ))}
    </ul>
  )
}

/** `props.label` and `label` are the same to people. */
function presentName(name: string): string {
  return name
    .replace(/^props\./, '')
    .split('.')
    .map((part, index) => (index === 0 ? nameProperty(part) : part))
    .join(' ')
}

function presentType(type: string): string {
  return isNodeType(type) ? nameType(type satisfies NodeType) : toWords(type)
}
