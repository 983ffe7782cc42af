import { api } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { CreatePage } from '../../components/record/create-page.tsx'
import { useCreate } from '../../components/record/use-create.ts'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { emptyDraft, isComplete, keyFor, type PropertyDraft } from './property-draft.ts'
import { PropertyFields } from './property-fields.tsx'

/** The form for a new global property: empty, or a copy. */
export function NewProperty({ from }: { from?: PropertyDraft }) {
  const { t } = useTranslation()
  const create = useCreate<PropertyDraft>({
    initial: from ?? emptyDraft,
    create: async ({ environments: _, ...body }) => {
      const { id, key } = await call(api.globalProperties.create, { body })
      return { id, name: key }
    },
    done: (key) => ({ title: t('globalProperties.saved'), text: key }),
    pathOf: designPaths.globalProperty,
    // The key follows the name until somebody changes it.
    change: (before, part) => ({
      ...before,
      ...part,
      ...(part.name !== undefined && before.key === keyFor(before.name) ? { key: keyFor(part.name) } : {}),
    }),
  })
  return (
    <CreatePage
      create={create}
      title={t(from ? 'globalProperties.copyTitle' : 'globalProperties.newTitle')}
      help={t('globalProperties.helpOne')}
      action={t(from ? 'globalProperties.saveCopy' : 'globalProperties.save')}
      failed={t('globalProperties.saveFailed')}
      isComplete={isComplete(create.draft, false)}
    >
      <PropertyFields {...create.fields} isKnown={false} />
    </CreatePage>
  )
}
