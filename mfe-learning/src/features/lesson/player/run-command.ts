import type { VideoCommand } from './shortcuts';
import {
  captionsShown,
  changeSpeed,
  changeVolume,
  seekTo,
  showCaptions,
  skip,
  toggleFullscreen,
  toggleMute,
  togglePlay,
} from './video-actions';

/** Does what a shortcut asks of the video; the page's own commands are not for here. */
export function runCommand(command: VideoCommand, video: HTMLVideoElement, frame: HTMLElement): void {
  switch (command.do) {
    case 'play':
      return togglePlay(video);
    case 'mute':
      return toggleMute(video);
    case 'captions':
      return showCaptions(video, !captionsShown(video));
    case 'fullscreen':
      return toggleFullscreen(frame);
    case 'skip':
      return skip(video, command.seconds);
    case 'jump':
      return Number.isFinite(video.duration) ? seekTo(video, video.duration * command.share) : undefined;
    case 'speed':
      return changeSpeed(video, command.direction);
    case 'volume':
      return changeVolume(video, command.direction);
  }
}
