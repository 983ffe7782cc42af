import IconSelectAll from 'icon:select-all'
import { Button } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import sheet from '../../../web/src/components/designer-frame/sheet.module.css'
import { ScrollRegion } from '../../../web/src/components/scroll-region/scroll-region.tsx'
import { canWrap } from '../model/list-marked.ts'
import { nameProperty } from '../model/names.ts'
import { copyMarked, duplicateMarked, removeMarked, wrapMarked } from '../store/bulk-actions.ts'
import { useDesigner, useStore } from '../store/use-designer.ts'
import { editorOf } from './editors/editors.ts'
import { listSharedProperties, type NamedProperty, propertyGroups } from './group-properties.ts'
import classes from './panel.module.css'
import { WidthRows } from './width-rows.tsx'

/** The properties that several selected nodes have in common, changed for all of them in one step. */
export function BulkPanel({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation()
  const store = useStore()
  const design = useDesigner(({ stack }) => stack.design)
  const nodes = ids.flatMap((id) => design.nodes[id] ?? [])
  const [first, ...others] = nodes
  if (first === undefined) return null
  const types = nodes.map(({ type }) => type)
  return (
    <>
      <header className={`${sheet.header} ${classes.header}`}>
        <IconSelectAll size={16} stroke={1.6} aria-hidden />
        <h2 id="designer-panel-title" className={classes.title}>
          {t('designer.bulk.selected', { count: ids.length })}
        </h2>
      </header>
      <ScrollRegion className={sheet.body} label={t('designer.panel.label')}>
        <div className={sheet.section}>
          <div className={classes.buttons}>
            <Button size="xs" onClick={() => duplicateMarked(store)}>
              {t('designer.tools.duplicate')}
            </Button>
            <Button size="xs" onClick={() => void copyMarked(store)}>
              {t('designer.tools.copy')}
            </Button>
            <Button size="xs" disabled={!canWrap(design, ids)} onClick={() => wrapMarked(store)}>
              {t('designer.bulk.wrap')}
            </Button>
            <Button size="xs" onClick={() => removeMarked(store)}>
              {t('designer.tools.remove')}
            </Button>
          </div>
        </div>
        {propertyGroups.map((group) => {
          const properties = listSharedProperties(types, group)
          if (properties.length === 0 && group !== 'layout') return null
          return (
            <section key={group} className={sheet.section}>
              <h3 className={classes.plainHead}>{t(`designer.panel.groups.${group}`)}</h3>
              <div className={sheet.rows}>
                {properties.map((property) => (
                  <BulkRow key={property.name} ids={ids} property={property} />
                ))}
                {group === 'layout' ? <WidthRows nodes={[first, ...others]} /> : null}
              </div>
            </section>
          )
        })}
      </ScrollRegion>
    </>
  )
}

/** One property of all of them: its value where they have the same. */
function BulkRow({ ids, property: { name, spec } }: { ids: readonly string[]; property: NamedProperty }) {
  const { t } = useTranslation()
  const store = useStore()
  const id = useId()
  const design = useDesigner(({ stack }) => stack.design)
  const values = ids.map((node) => design.nodes[node]?.props[name])
  const [first] = values
  const isShared = values.every((value) => JSON.stringify(value) === JSON.stringify(first))
  const value = isShared ? first : undefined
  const read = value === undefined || value === '' ? null : spec.read(value)
  const Editor = editorOf(name, spec.kind)
  return (
    <Editor
      id={id}
      node={ids[0] ?? ''}
      name={name}
      label={nameProperty(name)}
      spec={spec}
      value={value}
      error={read !== null && !read.ok ? t('designer.panel.enter', { wanted: read.expected }) : ''}
      warning={isShared ? '' : t('designer.bulk.differ')}
      onChange={(next) =>
        store.do(
          {
            kind: 'doAll',
            commands: ids.map((node) => ({
              kind: 'setProperty',
              id: node,
              name,
              ...(next === undefined ? {} : { value: next }),
            })),
          },
          { merge: `${ids.join()}.${name}` },
        )
      }
    />
  )
}
