export const BPMN_URI = 'http://www.omg.org/spec/BPMN/20100524/MODEL'
export const DIAGRAM_URI = 'http://www.omg.org/spec/BPMN/20100524/DI'
export const XSI_URI = 'http://www.w3.org/2001/XMLSchema-instance'
