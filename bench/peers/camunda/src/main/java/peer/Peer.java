package peer;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Camunda 7 with its REST API, for comparison. */
@SpringBootApplication
public class Peer {
  public static void main(String[] args) {
    SpringApplication.run(Peer.class, args);
  }
}
