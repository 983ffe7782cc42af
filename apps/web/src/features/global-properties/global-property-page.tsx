import { api, type GlobalProperty, limits } from '@millrace/contract'
import { globalPropertyList } from '@millrace/contract/lists/global-properties'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { Detail } from '../../components/detail/detail.tsx'
import { Link } from '../../components/link/link.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { AwaitedPage } from '../../components/page/awaited-page.tsx'
import { EditBar } from '../../components/record/edit-bar.tsx'
import { RecordPage } from '../../components/record/record-page.tsx'
import { useEdit } from '../../components/record/use-edit.ts'
import { Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { GlobalProperties } from './global-properties.tsx'
import { NewProperty } from './new-property.tsx'
import { describeProperty, isComplete, keyFor, pickDraft, propertyQuery } from './property-draft.ts'
import { PropertyFields } from './property-fields.tsx'
import { RemoveButton } from './remove-button.tsx'

/**
 * The list of global properties, and one of them: both come with one file, of which the first load knows the name. Under
 * the address `new` a new one, or with `?from=` a copy.
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
        return <NewProperty from={{ ...pickDraft(property), name, key: keyFor(name) }} />
      }}
    </AwaitedPage>
  )
}

function KnownProperty({ id }: { id: string }) {
  const { t } = useTranslation()
  const query = propertyQuery(id)
  const keep = useKept(query.queryKey)
  return (
    <RecordPage
      list={globalPropertyList}
      query={useQuery(query)}
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
    >
      {(property, facts) => <Editor property={property} facts={facts} onSaved={keep} />}
    </RecordPage>
  )
}

interface EditorProps {
  readonly property: GlobalProperty
  readonly facts: ReactNode
  readonly onSaved: (property: GlobalProperty) => void
}

function Editor({ property, facts, onSaved }: EditorProps) {
  const { t } = useTranslation()
  const { id, revision, uses } = property
  const edit = useEdit({
    saved: pickDraft(property),
    revision,
    save: ({ key: _, isSecret, value, ...draft }, begun) =>
      call(api.globalProperties.save, {
        params: { id },
        body: { ...draft, value: isSecret && value === '' ? null : value, revision: begun },
      }),
    onSaved: (saved) => {
      onSaved(saved)
      showToast({ kind: 'success', title: t('globalProperties.saved'), text: saved.key })
    },
  })
  const { draft, error } = edit
  return (
    <>
      <Detail facts={facts}>
        {error === null ? null : (
          <ErrorBanner title={t('globalProperties.saveFailed')} error={error} comfort={t('record.stillHere')} />
        )}
        <PropertyFields draft={draft} onChange={edit.change} isLocked={false} isKnown error={error} />
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
      </Detail>
      <EditBar edit={edit} action={t('globalProperties.save')} isComplete={isComplete(draft, true)} />
    </>
  )
}
