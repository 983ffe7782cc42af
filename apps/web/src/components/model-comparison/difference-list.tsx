import type { ElementDifference } from '@millrace/bpmn/compare'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { nameElement, presentKind, presentPath, presentSides, signs } from './difference-words.ts'
import classes from './model-comparison.module.css'

interface Props {
  readonly differences: readonly ElementDifference[]
  readonly selected?: string | null
  /** Shows it in the drawing. Left out where there is none. */
  readonly onSelect?: (id: string) => void
}

/** The differences of a process as text, element by element. */
export function DifferenceList({ differences, selected = null, onSelect }: Props) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (selected !== null) list.current?.querySelector('[data-selected]')?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    <ul className={classes.list} ref={list}>
      {differences.map((difference) => {
        const { id, type, kind, properties, isDrawnAnew } = difference
        const name = nameElement(difference, t)
        const kindOf = presentKind(type, t)
        const isSelected = id === selected
        return (
          <li key={`${kind} ${id}`} data-selected={isSelected || undefined}>
            <div className={classes.heading}>
              <span className={classes.sign} data-kind={kind}>
                <span aria-hidden>{signs[kind]}</span> {t(`modeller.comparison.kinds.${kind}`)}
              </span>
              {onSelect === undefined || id === '' ? (
                <strong>{name}</strong>
              ) : (
                <button type="button" className={classes.name} aria-pressed={isSelected} onClick={() => onSelect(id)}>
                  {name}
                </button>
              )}
              {name === kindOf ? null : <span className={classes.kind}>{kindOf}</span>}
            </div>
            {properties.length === 0 ? null : (
              <dl className={classes.properties}>
                {properties.map((property) => {
                  const path = presentPath(property.path, t)
                  const [before, after] = presentSides(property, t)
                  return (
                    <div key={path}>
                      <dt>{path}</dt>
                      <dd>
                        <del>{before}</del> <span aria-hidden>→</span> <ins>{after}</ins>
                      </dd>
                    </div>
                  )
                })}
              </dl>
            )}
            {isDrawnAnew && kind === 'changed' ? (
              <p className={classes.kind}>{t('modeller.comparison.alsoMoved')}</p>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
