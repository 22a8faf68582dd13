import { remote } from '@isa/remote-kit/lint';

export default remote(import.meta.dirname);
