import { Anchor } from '@mantine/core'
import { addProjectLogo } from 'dmn-js-shared/lib/util/PoweredByUtil'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { RequirementNode, Requirements } from './read-requirements.ts'
import classes from './requirements-card.module.css'

interface Props {
  readonly requirements: Requirements
  readonly shownId: string
  /** Opens a decision. */
  readonly onShow: (id: string) => void
  /** Opens the diagram. */
  readonly onEdit: () => void
  readonly canEdit: boolean
}

/** Room around the diagram. */
const around = 16

/** The diagram of the requirements, with the open decision highlighted. A click on a decision opens it. */
export function RequirementsCard({ requirements: { nodes, lines }, shownId, onShow, onEdit, canEdit }: Props) {
  const { t } = useTranslation()
  const drawing = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = drawing
    if (current !== null && current.querySelector('.bjs-powered-by') === null) addProjectLogo(current)
  }, [])
  const left = Math.min(...nodes.map(({ x }) => x)) - around
  const top = Math.min(...nodes.map(({ y }) => y)) - around
  const width = Math.max(...nodes.map((node) => node.x + node.width)) + around - left
  const height = Math.max(...nodes.map((node) => node.y + node.height)) + around - top
  const decisions = nodes.filter(({ kind }) => kind === 'decision')
  return (
    <section className={classes.card} aria-label={t('decisionEditor.requirements')}>
      <header>
        <h2>{t('decisionEditor.requirements')}</h2>
        <span>{t('decisionEditor.decisionCount', { count: decisions.length })}</span>
        <Anchor component="button" type="button" size="sm" onClick={onEdit}>
          {t(canEdit ? 'decisionEditor.editDiagram' : 'decisionEditor.openDiagram')}
        </Anchor>
      </header>
      <div className={classes.drawing} ref={drawing}>
        <svg
          viewBox={`${left} ${top} ${width} ${height}`}
          style={{ maxWidth: width, maxHeight: Math.min(height, 220) }}
        >
          <title>{t('decisionEditor.requirementsOf', { names: decisions.map(({ name }) => name).join(', ') })}</title>
          <defs>
            <marker
              id="requirement-arrow"
              viewBox="0 0 10 10"
              refX="10"
              refY="5"
              markerWidth="9"
              markerHeight="9"
              orient="auto"
            >
              <path d="M0 0 10 5 0 10z" />
            </marker>
          </defs>
          {lines.map(({ id, points, isDashed }) => (
            <polyline
              key={id}
              points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
              strokeDasharray={isDashed ? '5 4' : undefined}
              markerEnd="url(#requirement-arrow)"
            />
          ))}
          {nodes.map((node) => (
            <Node key={node.id} node={node} isShown={node.id === shownId} onShow={onShow} />
          ))}
        </svg>
      </div>
    </section>
  )
}

function Node({ node, isShown, onShow }: { node: RequirementNode; isShown: boolean; onShow: Props['onShow'] }) {
  const { id, name, kind, x, y, width, height } = node
  const canOpen = kind === 'decision' && !isShown
  const text = (
    <foreignObject x={x} y={y} width={width} height={height}>
      {canOpen ? (
        <button type="button" className={classes.text} onClick={() => onShow(id)}>
          {name}
        </button>
      ) : (
        <span className={classes.text}>{name}</span>
      )}
    </foreignObject>
  )
  return (
    <g data-kind={kind} data-shown={isShown || undefined}>
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        rx={kind === 'input' ? height / 2 : kind === 'decision' ? 0 : 6}
      />
      {text}
    </g>
  )
}
