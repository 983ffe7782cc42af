import type { DesignNode } from '@millrace/forms/design'
import { memo, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Fold } from '../../../web/src/components/designer-frame/fold.tsx'
import { listTextsOf } from '../model/list-texts.ts'
import { useStore } from '../store/use-designer.ts'
import { listProperties, type PropertyGroup } from './group-properties.ts'
import { KeyRow } from './key-row.tsx'
import { PropertyRow } from './property-row.tsx'
import { TranslationRows } from './translation-rows.tsx'
import { WidthRows } from './width-rows.tsx'

interface Props {
  readonly group: PropertyGroup
  readonly node: DesignNode
  readonly onTranslate: () => void
}

/** The groups of properties that are collapsed, for all nodes that are selected one after another. */
const folded = new Set<PropertyGroup>(['translations'])

/** One section of the panel; nothing when the type has no property in it. */
export const PropertySection = memo(function PropertySection({ group, node, onTranslate }: Props) {
  const { t } = useTranslation()
  const store = useStore()
  const [isOpen, setOpen] = useState(() => !folded.has(group))
  const properties = listProperties(node.type, group)
  const own = renderOwn()
  if (properties.length === 0 && own === null) return null
  const turn = () => {
    if (isOpen) folded.add(group)
    else folded.delete(group)
    setOpen(!isOpen)
  }
  return (
    <Fold title={t(`designer.panel.groups.${group}`)} isOpen={isOpen} onTurn={turn}>
      {properties.slice(0, 1).map((property) => (
        <PropertyRow key={property.name} node={node.id} property={property} />
      ))}
      {group === 'general' ? <KeyRow node={node} /> : null}
      {properties.slice(1).map((property) => (
        <PropertyRow key={property.name} node={node.id} property={property} />
      ))}
      {own}
    </Fold>
  )

  function renderOwn(): ReactNode {
    if (group === 'layout') return <WidthRows nodes={[node]} />
    if (group === 'translations' && listTextsOf(store.design, node.id).length > 0)
      return <TranslationRows node={node} onTranslate={onTranslate} />
    return null
  }
})
