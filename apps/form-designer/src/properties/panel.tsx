import { useTranslation } from 'react-i18next'
import sheet from '../../../web/src/components/designer-frame/sheet.module.css'
import { ScrollRegion } from '../../../web/src/components/scroll-region/scroll-region.tsx'
import { useDesigner, useNode } from '../store/use-designer.ts'
import { BulkPanel } from './bulk-panel.tsx'
import { FormSettingsPanel } from './form-settings-panel.tsx'
import { propertyGroups } from './group-properties.ts'
import { NodeHeader } from './node-header.tsx'
import { PropertySection } from './property-section.tsx'

/** The panel with the properties of the selected nodes, or the settings of the form when no node is selected. */
export function Panel({ onTranslate }: { onTranslate: () => void }) {
  const { t } = useTranslation()
  const selected = useDesigner((state) => state.selected)
  const marked = useDesigner((state) => state.marked)
  return (
    <aside className={sheet.panel} aria-label={t('designer.panel.label')} data-designs data-beside id="designer-panel">
      {marked.length > 1 ? (
        <BulkPanel key={marked.join()} ids={marked} />
      ) : selected === null ? (
        <FormSettingsPanel onTranslate={onTranslate} />
      ) : (
        <NodePanel key={selected} id={selected} onTranslate={onTranslate} />
      )}
    </aside>
  )
}

function NodePanel({ id, onTranslate }: { id: string; onTranslate: () => void }) {
  const { t } = useTranslation()
  const node = useNode(id)
  if (node === undefined) return null
  return (
    <>
      <NodeHeader node={node} />
      <ScrollRegion className={sheet.body} label={t('designer.panel.label')}>
        {propertyGroups.map((group) => (
          <PropertySection key={group} group={group} node={node} onTranslate={onTranslate} />
        ))}
      </ScrollRegion>
    </>
  )
}
