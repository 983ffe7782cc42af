import IconCircle from 'icon:circle'
import IconCircleDot from 'icon:circle-dot'
import IconFileCode from 'icon:file-code'
import IconMail from 'icon:mail'
import IconPhoneCall from 'icon:phone-call'
import IconSettings from 'icon:settings'
import IconSquareRounded from 'icon:square-rounded'
import IconSquareRoundedPlus from 'icon:square-rounded-plus'
import IconTable from 'icon:table'
import IconUser from 'icon:user'
import { Drawn, type DrawnIcon } from '../icon/drawn.tsx'

/** A gateway of BPMN: the rhombus with its mark, which Tabler does not have. */
function gateway(...marks: readonly string[]): DrawnIcon {
  const drawing = { isFilled: false, paths: ['M12 2.5L21.5 12L12 21.5L2.5 12z', ...marks] }
  return (props) => <Drawn {...props} drawing={drawing} />
}

const plus = ['M12 8v8', 'M8 12h8'] as const
const cross = ['M9.5 9.5l5 5', 'M14.5 9.5l-5 5'] as const
const circle = 'M12 12m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0'

const icons: Readonly<Record<string, DrawnIcon>> = {
  userTask: IconUser,
  manualTask: IconUser,
  serviceTask: IconSettings,
  scriptTask: IconFileCode,
  businessRuleTask: IconTable,
  sendTask: IconMail,
  receiveTask: IconMail,
  callActivity: IconPhoneCall,
  subProcess: IconSquareRoundedPlus,
  transaction: IconSquareRoundedPlus,
  adHocSubProcess: IconSquareRoundedPlus,
  exclusiveGateway: gateway(...cross),
  parallelGateway: gateway(...plus),
  inclusiveGateway: gateway(circle),
  eventBasedGateway: gateway(circle, 'M12 10.5l1.5 1.2l-.6 1.8h-1.8l-.6-1.8z'),
  complexGateway: gateway(...plus, ...cross),
  startEvent: IconCircle,
  endEvent: IconCircle,
}

/** Returns the icon for a kind of element, by its local name in BPMN. */
export function getElementIcon(type: string): DrawnIcon {
  const known = icons[type]
  if (known) return known
  return type.endsWith('Event') ? IconCircleDot : IconSquareRounded
}
