import { NativeSelect, SegmentedControl } from '@mantine/core'
import type { Span } from '@millrace/forms'
import type { DesignNode } from '@millrace/forms/design'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../store/use-designer.ts'
import { FieldRow } from './editors/field-row.tsx'

const parts = { 4: '1/3', 6: '1/2', 8: '2/3', 12: '1' } as const

/**
 * Edits the number of the twelve columns that a node takes, for each width of the form. For several nodes it shows the
 * value of the first node and changes all.
 */
export function WidthRows({ nodes }: { nodes: readonly [DesignNode, ...DesignNode[]] }) {
  const { t } = useTranslation()
  const store = useStore()
  const id = useId()
  const { span } = nodes[0].layout
  const change = (part: Partial<Span>) =>
    store.do({
      kind: 'doAll',
      commands: nodes.map(({ id: node, layout }) => ({
        kind: 'setLayout',
        id: node,
        layout: { ...layout, span: { ...layout.span, ...part } },
      })),
    })
  const columns = Array.from({ length: 12 }, (_, index) => ({
    value: String(index + 1),
    label: t('designer.panel.columns', { count: index + 1 }),
  }))
  return (
    <>
      <FieldRow id={`${id}-parts`} label={t('designer.panel.width')} isWide>
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={t('designer.panel.width')}
          value={String(span.md)}
          data={Object.entries(parts).map(([value, label]) => ({
            value,
            label: value === '12' ? t('designer.panel.full') : label,
          }))}
          onChange={(value) => change({ md: Number(value) })}
        />
      </FieldRow>
      {(['md', 'sm', 'base'] as const).map((size) => (
        <FieldRow key={size} id={`${id}-${size}`} label={t(`designer.panel.widths.${size}`)}>
          <NativeSelect
            id={`${id}-${size}`}
            size="xs"
            data={columns}
            value={String(span[size])}
            onChange={(event) => change({ [size]: Number(event.currentTarget.value) })}
          />
        </FieldRow>
      ))}
    </>
  )
}
