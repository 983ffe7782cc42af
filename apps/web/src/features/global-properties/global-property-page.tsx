import { api, type GlobalProperty, limits } from '@millrace/contract'
import { globalPropertyList } from '@millrace/contract/lists/global-properties'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Link } from '../../components/link/link.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { AwaitedPage } from '../../components/page/awaited-page.tsx'
import { EditRecord } from '../../components/record/edit-record.tsx'
import { Section } from '../../components/section/section.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { EnvironmentsSection } from './environments-section.tsx'
import { GlobalProperties } from './global-properties.tsx'
import { NewProperty } from './new-property.tsx'
import {
  describeProperty,
  isComplete,
  keyFor,
  pickDraft,
  propertyQuery,
  rowsOfProperty,
  toEnvironments,
} from './property-draft.ts'
import { PropertyFields } from './property-fields.tsx'
import { RemoveButton } from './remove-button.tsx'

/**
 * The list of global properties, and the page of one: both are in the same file, which the first load requests. The
 * address `new` opens a new property, with `?from=` a copy.
 */
export function Page() {
  const { propertyId } = useParams({ strict: false })
  const [{ from }] = useSearchState()
  if (propertyId === undefined) return <GlobalProperties />
  if (propertyId !== 'new') return <KnownProperty id={propertyId} />
  return from === undefined ? <NewProperty /> : <CopyOf id={from} />
}

/** A secret is not copied: nobody is given it. */
function CopyOf({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <AwaitedPage query={useQuery(propertyQuery(id))} {...describeProperty(t)}>
      {(property) => {
        const name = t('record.copyName', { name: property.name }).slice(0, limits.name)
        return <NewProperty from={{ ...pickDraft(property), name, key: keyFor(name), environments: [] }} />
      }}
    </AwaitedPage>
  )
}

function KnownProperty({ id }: { id: string }) {
  const { t } = useTranslation()
  const query = propertyQuery(id)
  return (
    <EditRecord
      list={globalPropertyList}
      query={useQuery(query)}
      keep={useKept(query.queryKey)}
      {...describeProperty(t)}
      facts={['updated', 'updatedBy']}
      actions={(property) => (
        <>
          <LinkButton to={designPaths.newGlobalProperty} search={{ from: id }} size="xs">
            {t('record.copy')}
          </LinkButton>
          <RemoveButton property={property} queryKey={query.queryKey} />
        </>
      )}
      pick={pickDraft}
      rows={(property) => rowsOfProperty(t, property)}
      save={(draft, revision) => {
        const { name, description, type, value, isSecret, isPerEnvironment } = draft
        const environments = isPerEnvironment ? { environments: toEnvironments(draft) } : {}
        return call(api.globalProperties.save, {
          params: { id },
          body: {
            ...{ name, description, type, isPerEnvironment, ...environments, revision },
            value: isSecret && value === '' ? null : value,
          },
        })
      }}
      isComplete={(draft) => isComplete(draft, true)}
      texts={{
        action: t('globalProperties.save'),
        saved: t('globalProperties.saved'),
        failed: t('globalProperties.saveFailed'),
      }}
    >
      {({ uses, environment }, fields) => (
        <>
          <PropertyFields {...fields} isKnown />
          {fields.draft.isPerEnvironment ? <EnvironmentsSection {...fields} here={environment} /> : null}
          <UsesSection uses={uses} />
        </>
      )}
    </EditRecord>
  )
}

function UsesSection({ uses }: Pick<GlobalProperty, 'uses'>) {
  const { t } = useTranslation()
  return (
    <Section title={t('globalProperties.uses')} hint={t('globalProperties.usesHint')}>
      {uses.length === 0 ? (
        t('globalProperties.noUses')
      ) : (
        <ul>
          {uses.map(({ applicationId, processId, name }) => (
            <li key={processId}>
              <Link to={designPaths.appProcess(applicationId, processId)}>{name}</Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
