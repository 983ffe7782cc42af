import type { Design } from '@millrace/forms/design'
import { useTranslation } from 'react-i18next'
import view from '../frame/view.module.css'
import { compareDesigns, type NodeChange, type PropertyChange } from '../model/compare-designs.ts'
import { nameProperty, nameType } from '../model/names.ts'

interface Props {
  readonly before: Design
  readonly after: Design
  /** Of the design before. */
  readonly version: number
}

/** What is different between a version and the design as it is now, node by node. */
export function Comparison({ before, after, version }: Props) {
  const { t } = useTranslation()
  const changes = compareDesigns(before, after)
  return (
    <section aria-label={t('designer.history.comparison', { version })}>
      <h3>{t('designer.history.comparison', { version })}</h3>
      {changes.length === 0 ? <p className={view.note}>{t('designer.history.same')}</p> : null}
      <ul className={view.list}>
        {changes.map((change) => (
          <li key={`${change.kind} ${change.id}`} className={view.note}>
            <strong>{describe(change)}</strong> {change.label === '' ? nameType(change.type) : change.label}
            {change.properties.length === 0 ? null : (
              <ul>
                {change.properties.map((property) => (
                  <li key={property.name}>
                    {nameProperty(property.name)}: {present(property, 'before')} → {present(property, 'after')}
                  </li>
                ))}
              </ul>
            )}
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

  function present(property: PropertyChange, side: 'before' | 'after'): string {
    const value = property[side]
    if (value === undefined) return t('designer.history.nothing')
    return typeof value === 'string' ? `“${value}”` : JSON.stringify(value)
  }
}
