import { Button } from '@mantine/core'
import type { AuditEntry } from '@millrace/contract'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../components/link/link.tsx'
import { paths } from '../../config/paths.ts'
import classes from './audit.module.css'
import { ChangeBadge } from './change-badge.tsx'
import { FieldTable } from './field-table.tsx'
import { LazyDesignComparison } from './lazy-design-comparison.ts'
import { listFields } from './list-fields.ts'
import { presentEntity } from './present-change.ts'

/** One change of a revision: its entity, with the fields before and after. */
export function Entry({ entry, number }: { entry: AuditEntry; number: number }) {
  const { t } = useTranslation()
  const headingId = useId()
  const [isCompared, setCompared] = useState(false)
  const { entity, key, name, operation, before, after } = entry
  const fields = useMemo(() => listFields(before, after), [before, after])
  const design = findDesign(entry)
  const kind = presentEntity(entity, t)
  const title = name === null ? kind : `${kind} “${name}”`
  return (
    <section className={classes.entry} aria-labelledby={headingId}>
      <div className={classes.head}>
        <h2 id={headingId}>{title}</h2>
        <ChangeBadge operation={operation} />
        <span className={classes.end}>
          <Link to={paths.auditEntity(entity)} search={{ id: key }} aria-label={t('audit.historyOf', { name: title })}>
            {t('audit.history')}
          </Link>
        </span>
      </div>
      <FieldTable label={title} fields={fields} />
      {design === null ? null : (
        <div className={classes.comparison}>
          <Button size="xs" aria-expanded={isCompared} onClick={() => setCompared(!isCompared)}>
            {t(isCompared ? 'audit.hideComparison' : 'audit.compareDesigns')}
          </Button>
          {isCompared ? (
            <div className={classes.comparison}>
              <LazyDesignComparison
                entity={entity}
                params={{ number: String(number), id: entry.id }}
                xml={design === 'form' ? null : design.xml}
              />
            </div>
          ) : null}
        </div>
      )}
    </section>
  )
}

/** The design that a version after the first one has; null where there is none to compare. */
function findDesign({ entity, operation, after }: AuditEntry): 'form' | { readonly xml: string } | null {
  if (operation !== 'insert' || Number(after?.version ?? 0) < 2) return null
  if (entity === 'form-version') return 'form'
  const xml = after?.design_xml
  const isModel = entity === 'app-process-version' || entity === 'app-decision-version'
  return isModel && typeof xml === 'string' ? { xml } : null
}
