import { Switch } from '@mantine/core'
import type { ModdleElement } from '@millrace/bpmn/moddle'
import type { Element } from 'bpmn-js/lib/model/Types'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Fold } from '../../../components/designer-frame/fold.tsx'
import sheet from '../../../components/designer-frame/sheet.module.css'
import { ScrollRegion } from '../../../components/scroll-region/scroll-region.tsx'
import { useDrawing, useSession } from '../editor/use-session.ts'
import type { KnownThings } from '../problems/known-things.ts'
import { AddProperty } from './add-property.tsx'
import { describeElement, describeKind } from './describe-element.ts'
import { listSections, type PanelSection } from './model/list-sections.ts'
import classes from './panel.module.css'
import { listDrawn, listReferences, planReference } from './references.ts'
import { isShown, Rows } from './rows.tsx'
import { PanelContext } from './use-panel.ts'
import { listVariables } from './variables/list-variables.ts'

interface Props {
  readonly known: KnownThings
  readonly canEdit: boolean
  /** Saves, and opens the designer at an address. An element of the drawing leads to it. */
  readonly onOpen?: ((href: string, elementId: string) => void) | undefined
}

/** The panel with the properties of the selected element; of the process when nothing is selected. */
export function Panel(props: Props) {
  const { t } = useTranslation()
  const shown = useDrawing((state) => state.shown)
  return (
    <aside className={sheet.panel} aria-label={t('modeller.panel.label')}>
      {shown === null ? (
        <p className={classes.message}>{t('modeller.panel.several')}</p>
      ) : (
        <ElementPanel key={shown.id} shown={shown} {...props} />
      )}
    </aside>
  )
}

function ElementPanel({ shown, known, canEdit, onOpen }: Props & { shown: Element }) {
  const { t } = useTranslation()
  const session = useSession()
  // Whatever is done may have changed what is shown here.
  useDrawing((state) => state.step)
  const [showsAll, setShowsAll] = useState(false)
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const panel = useMemo<PanelContext>(
    () => ({
      canEdit,
      apply: (changes) => session.apply(shown, changes),
      options: { create: session.create, dialect: session.dialect },
      known,
      listVariables: () => listVariables(listDrawn(session), known),
      references: (name) => listReferences(session, shown, name, t),
      createReference: (name) => planReference(session, name, t),
      isIdTaken: (id, element) => session.isIdTaken(id, element),
      Rows,
      openThing: onOpen === undefined ? undefined : (href) => onOpen(href, shown.id),
      showsAll,
      added,
    }),
    [canEdit, known, onOpen, session, shown, showsAll, added, t],
  )
  const element = shown.businessObject as ModdleElement
  const all = listSections(element)
  const sections = all.filter(({ rows }) => rows.some((row) => isShown(row, panel, true)))
  return (
    <PanelContext value={panel}>
      <header className={`${sheet.header} ${classes.header}`} data-element={shown.id}>
        <h2>{describeElement(element, t)}</h2>
        <span className={sheet.badge}>{describeKind(element, t)}</span>
      </header>
      <ScrollRegion className={sheet.body} label={t('modeller.panel.label')}>
        {canEdit ? null : <p className={classes.message}>{t('modeller.panel.readOnly')}</p>}
        {sections.map((section, at) => (
          <Section
            // A section is open when something was added to it.
            key={`${section.key} ${section.rows.filter(({ property }) => added.has(property.name)).length}`}
            section={section}
            isFirst={at < 3}
            isAdded={section.rows.some(({ property }) => added.has(property.name))}
          />
        ))}
        {canEdit ? (
          <AddProperty
            sections={all}
            panel={panel}
            onAdd={(name) => setAdded((before) => new Set([...before, name]))}
          />
        ) : null}
        <div className={sheet.section}>
          <Switch
            size="xs"
            label={t('modeller.panel.all')}
            checked={showsAll}
            onChange={(event) => setShowsAll(event.currentTarget.checked)}
          />
        </div>
      </ScrollRegion>
    </PanelContext>
  )
}

interface SectionProps {
  readonly section: PanelSection
  readonly isFirst: boolean
  readonly isAdded: boolean
}

function Section({ section: { theme, parts, rows }, isFirst, isAdded }: SectionProps) {
  const { t } = useTranslation()
  const isUsed = rows.some(({ isSet }) => isSet)
  const [isOpen, setOpen] = useState(isFirst || isUsed || isAdded)
  return (
    <Fold title={t(`modeller.sections.${theme}`)} isOpen={isOpen} onTurn={() => setOpen(!isOpen)}>
      {parts.map(({ element, rows: some }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are told by their place alone
        <Rows key={at} element={element} rows={some} isTop />
      ))}
    </Fold>
  )
}
