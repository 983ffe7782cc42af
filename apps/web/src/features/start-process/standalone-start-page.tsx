import { useNavigate, useParams } from '@tanstack/react-router'
import { OpenFormPage } from '../../components/open-form/open-form-page.tsx'
import { paths } from '../../config/paths.ts'
import { StartForm } from './start-form-page.tsx'

/** The start form of a process on a separate page: by a public link, or for a signed-in user. */
export function Page() {
  const { external } = useParams({ strict: false }) as { external?: string }
  return external === 'secure' ? <SecureStart /> : <OpenFormPage />
}

function SecureStart() {
  const { definitionId = '', processOrTask = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  return (
    <StartForm
      key={definitionId}
      definitionId={definitionId}
      onAloneStarted={(instance) =>
        void navigate({ to: paths.secureSuccess(processOrTask), search: { instance }, replace: true })
      }
    />
  )
}
